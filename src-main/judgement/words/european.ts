import { wordSet, wordTable } from '../danger.ts';
import { normaliseForReading } from '../normalise.ts';

/**
 * Verb forms (infinitive, third person, imperative) and a few nouns of the deed, accents as
 * written; folded here the same way as the text they are compared with. Spanish, Portuguese,
 * French, German, Italian, Russian, and Russian, Chinese and Japanese in Latin letters.
 */
export const EUROPEAN_VERBS = wordTable({
  destroy:
    fold(`eliminar elimina eliminas elimine borrar borra borre destruir destruye suprimir suprime vaciar
    excluir exclui apagar apaga deletar deleta remover
    supprimer supprime supprimez effacer efface effacez détruire détruit écraser
    löschen löscht lösche loeschen loescht entfernen entfernt vernichten zerstören zerstört
    eliminare elimina cancellare cancella distruggere distrugge rimuovere rimuove svuota
    удалить удаляет удали удаление стереть стирает уничтожить уничтожает очистить очищает
    udalit udalyaet steret shanchu sakujo`),
  overwrite:
    fold(`sobrescribir sobrescribe sobreescribe reemplaza sobrescrever sobrescreve substitui
    écraser écrase remplacer remplace überschreiben überschreibt ueberschreiben ersetzt
    sovrascrivere sovrascrive sostituisce перезаписать перезаписывает заменяет fugai uwagaki`),
  send: fold(`enviar envía enviá envie envia mandar manda notificar notifica reenviar responder
    envoyer envoie envoyez notifier notifie répondre transmet senden sendet sende verschicken verschickt
    versenden versendet benachrichtigt inviare invia invii mandare spedire spedisce rispondere
    отправить отправляет отправь отправка послать посылает рассылает разослать уведомляет
    otpravit otpravlyaet fasong soshin soushin`),
  publish: fold(`publicar publica compartir comparte compartilhar compartilha postar
    publier publie publiez veröffentlichen veröffentlicht veroeffentlichen pubblicare pubblica
    опубликовать публикует публиковать размещает opublikovat fabu koukai`),
  execute: fold(`ejecutar ejecuta ejecute executar executa exécuter exécutez ausführen ausfuehren
    eseguire esegue esegui lancia выполнить выполняет запустить запускает исполняет vypolnit zapustit zhixing jikkou`),
  pay: fold(`pagar paga pague comprar compra compre transferir transfiere transfere cobrar cobra reembolsar
    paie paye payez acheter achète rembourser rembourse virement bezahlen bezahlt zahlen zahlt kaufen kauft
    überweisen überweist überweisung ueberweisung erstattet pagare acquistare acquista bonifico trasferire trasferisce
    rimborsa transferencia transferência
    оплатить оплачивает заплатить купить покупает перечисляет списывает oplatit zhifu shiharai`),
  grant: fold(`conceder otorgar otorga revocar revoca revogar revoga invitar invita convida convidar
    accorder accorde révoquer révoque gewähren gewährt erteilen erteilt widerrufen widerruft einladen
    concedere revocare invitare предоставить предоставляет отозвать отзывает приглашает пригласить`),
  deploy:
    fold(`desplegar despliega implantar implanta déployer déploie bereitstellen distribuire distribuisce
    развернуть разворачивает развёртывает bushu`),
  install: fold(`instalar instala instale desinstalar desinstala désinstaller désinstalle
    installieren installiert deinstallieren deinstalliert installare disinstallare disinstalla
    установить устанавливает переустановить anzhuang`),
  control:
    fold(`desbloquear desbloquea desbloqueia reiniciar reinicia déverrouiller déverrouille redémarre redémarrer
    entriegeln entriegelt entsperrt sbloccare sblocca riavvia отпирает разблокирует перезагружает выключает`),
});

/** Reading verbs of the same languages: what follows them in a name or clause is looked at. */
export const EUROPEAN_READS = wordSet(
  fold(`listar lista leer mostrar muestra obtener obtiene buscar busca consultar consulta devuelve ler
    mostra obter obtém retorna exibe lister liste lire afficher affiche obtenir obtient chercher recherche
    renvoie consulter anzeigen zeigt zeige lesen liest auflisten listet sucht suchen holt liefert prüft
    elencare elenca leggere legge mostrare ottenere ottiene cerca restituisce
    показать показывает прочитать читает список получить получает найти ищет возвращает выводит
    pokazat spisok chaxun chakan liebiao`),
);

function fold(words: string): string {
  return normaliseForReading(words).toLowerCase();
}
